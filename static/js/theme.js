/* Light and dark without leaving the page: the form's answer is not needed, only that it was stored. */

const chosen = (form, submitter) => {
  const data = new FormData(form);
  data.set("theme", submitter.value);
  return data;
};

function submitted(event) {
  const form = event.target;
  if (!form.matches?.("form.theme") || !event.submitter?.value) return;
  event.preventDefault();
  document.documentElement.dataset.theme = event.submitter.value;
  fetch(form.action, { method: "POST", body: chosen(form, event.submitter), redirect: "manual" });
}

export function start() {
  document.addEventListener("submit", submitted);
}
