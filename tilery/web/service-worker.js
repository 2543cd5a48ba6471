// Receives messages while no page is open: shows them, and opens the table when one is pressed.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? { title: "Tilery", body: "", url: new URL(self.registration.scope).pathname };
  event.waitUntil(
    self.registration
      .showNotification(told.title, { body: told.body, tag: told.url, data: { url: told.url } })
      .then(() => markIcon(told.due)),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Show on the app's icon how many tables wait. */
async function markIcon(due) {
  if (due) await self.navigator.setAppBadge?.(due).catch(() => {});
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = windows.find((window) => new URL(window.url).pathname === url);
  return known ? known.focus() : self.clients.openWindow(url);
}
