"""The installed app: its service worker shows the messages of a push service, and a press opens the table."""

from __future__ import annotations

import json
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page, Worker, expect

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_together import friends

TOLD = {"title": "Your turn: Topiary", "body": "With Bo.", "url": "/t/abc"}
MESSAGES = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).length"
# Chromium without a screen forgets a message soon after it was shown, so it is looked at when that happens.
WATCHED = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.seen = new Promise((resolve) => {
    self.registration.showNotification = async (title, options) => {
      await show(title, options);
      resolve((await self.registration.getNotifications())[0]);
    };
  });
}"""
SEEN = """async () => {
  const message = await self.seen;
  return [message.title, message.body, message.data.url];
}"""
PRESSED = """async () => {
  const opened = [];
  self.clients.openWindow = async (url) => opened.push(url);
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification: await self.seen }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return opened;
}"""


def deliver(page: Page, told: object) -> Worker:
    """Let the browser receive a message, as from its push service; return the worker, which knows what is shown."""
    devtools: CDPSession = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while not registrations:
        page.wait_for_timeout(50)
    (worker,) = page.context.service_workers
    worker.evaluate(WATCHED)
    address = page.evaluate("location.origin")
    message = {"origin": address, "registrationId": registrations[0], "data": json.dumps(told)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    return worker


def show_and_press(page: Page, told: object) -> tuple[list[str], list[str]]:
    """Let the browser receive a message and press it; return what it said, and what was opened."""
    worker = deliver(page, told)
    return worker.evaluate(SEEN), worker.evaluate(PRESSED)


def test_a_message_is_shown_while_no_table_is_open_and_leads_to_it(open_page: OpenPage) -> None:
    page = open_page(fresh=True, whole=True)
    page.context.grant_permissions(["notifications"])
    Person(page, seed=3).play_now("topiary")
    page.goto("/")
    expect(page.locator("#notices")).to_be_visible()
    assert show_and_press(page, TOLD) == ([TOLD["title"], TOLD["body"], TOLD["url"]], [TOLD["url"]])


COUNTED = """() => {
  navigator.setAppBadge = async (count) => { localStorage.badge = count; };
  navigator.clearAppBadge = async () => { localStorage.badge = 0; };
}"""


def test_title_and_icon_count_what_waits_and_no_message_outlives_its_turn(open_page: OpenPage) -> None:
    """Also on a home page that was left open."""
    ann, bob = friends(partial(open_page, whole=True))
    page = ann.page
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(f"({COUNTED})()")
    home = page.context.new_page()
    home.goto("/")
    expect(home).to_have_title("(1) Tilery")
    assert home.evaluate("localStorage.badge") == "1"
    worker = deliver(home, {**TOLD, "url": urlsplit(page.url).path, "due": 3})
    assert worker.evaluate(SEEN)[0] == TOLD["title"]
    page.reload()  # its script is the app's from now on
    take_turn(ann)
    home.wait_for_function(f"async () => (await ({MESSAGES})()) === 0")
    home.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home).to_have_title("Tilery")
    home.wait_for_function("() => localStorage.badge === '0'")
    take_turn(bob)
    home.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(home).to_have_title("(1) Tilery")
    expect(home.locator(".due-card")).to_be_visible()


def take_turn(person: Person) -> None:
    """Decide all that there is to decide."""
    person.wait()
    while person.is_mine:
        before = person.position
        person.click()
        person.wait_for_another_position(before)


def test_the_app_can_be_installed(open_page: OpenPage) -> None:
    page = open_page(fresh=True, whole=True)
    page.goto("/")
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["display"] == "standalone"
