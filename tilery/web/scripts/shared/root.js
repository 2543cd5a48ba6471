// The path below which this server has all of its pages; usually none.

const root = document.documentElement.dataset.root ?? "";

/** @param {string} path  As if the server had no path of its own: "/me". */
export const at = (path) => root + path;
