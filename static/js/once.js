// A form goes out once: a double click registers nobody twice, and the button shows that it is at work.

const BUSY = '[aria-busy="true"]';

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post' || event.defaultPrevented) return;
  if (form.querySelector(BUSY)) {
    event.preventDefault();
    return;
  }
  (event.submitter ?? form.querySelector('[type="submit"]'))?.setAttribute('aria-busy', 'true');
});

// The answer to a form is no page to come back to: „Zurück“ would only ask to send the form again. So its entry in the
// history becomes the page that it stands for.
const { posted } = document.documentElement.dataset;
if (posted) history.replaceState(history.state, '', posted);

// Back from the browser's memory: the page is as it was left, so let the form go again.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll(`form ${BUSY}`)) button.removeAttribute('aria-busy');
});
