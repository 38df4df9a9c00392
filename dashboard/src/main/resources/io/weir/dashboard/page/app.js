// The entry of the page: starts the frame for users who may view it, and shows others how to sign in.

import {getEarly} from './api.js';
import {isFirstView, start} from './frame.js';
import {isShut, refresh, showShut} from './session.js';

// The address contains the view, so that the link must not change it.
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  document.getElementById('view').focus();
});
// The first view waits for these answers: requested one after the other, they would take longer.
['api/session', 'api/host-tags'].forEach(getEarly);
isFirstView('overview') && getEarly('api/overview');
// Without an answer, the frame shows that the connection is lost.
const session = await refresh().catch(() => null);
if (session !== null && isShut(session)) {
  showShut(session);
} else {
  start();
}
