// The link that stops messages: one press in the message is enough. Programs that only open links change nothing.

/** @type {HTMLFormElement} */ (document.querySelector("#stop")).requestSubmit();
