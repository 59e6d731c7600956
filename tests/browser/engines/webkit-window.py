"""
A window of exactly WIDTH x HEIGHT with WebKit in it, for WebKitWebDriver: its own browser cannot be
as narrow as a phone. LANGUAGES, as "fr-FR,fr", is what the pages are told.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(os.environ["LANGUAGES"].split(","))


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.set_size_request(int(os.environ["WIDTH"]), int(os.environ["HEIGHT"]))
    window = Gtk.Window(type=Gtk.WindowType.POPUP)
    window.add(view)
    window.show_all()
    return view


def started(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("webkit-window")
    about.set_version(1, 0, 0)
    session.set_application_info(about)
    session.connect("create-web-view", open_window)


context.connect("automation-started", started)
# Told to pages as `prefers-reduced-motion`.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
Gtk.main()
