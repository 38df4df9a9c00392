// Notifications of the browser about new alarms.

const MOST_NAMES = 3;

/** Why notifications are not possible; empty if they are. */
export function obstacle() {
  return !('Notification' in window) ? 'This browser shows no notifications of this page. Open it over HTTPS, or on this machine.'
    : Notification.permission === 'denied' ? 'The browser forbids notifications. Permit them in its settings for this page.'
    : Notification.permission === 'default' ? 'The browser has not been permitted to show notifications. Select the box again to permit it.' : '';
}

/** Asks the user for the permission; returns the obstacle, as above. */
export async function permit() {
  if ('Notification' in window && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
  return obstacle();
}

/** Shows new alarms, in place of the ones before. */
export function notify(alarms) {
  const names = alarms.slice(0, MOST_NAMES).map(({severity, id, message}) => `${severity} ${id}: ${message}`);
  const more = alarms.length > MOST_NAMES ? [`and ${alarms.length - MOST_NAMES} more`] : [];
  try {
    const note = new Notification(alarms.length === 1 ? 'New alarm' : `${alarms.length} new alarms`,
      {body: [...names, ...more].join('\n'), tag: 'weir-new-alarms', renotify: true, icon: 'icon.svg'});
    note.onclick = () => {
      window.focus();
      location.hash = '#/alarms?alarm=' + encodeURIComponent(alarms[0].id);
      note.close();
    };
  } catch {
    // Browsers of phones show notifications of installed pages only.
  }
}
