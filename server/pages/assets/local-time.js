// Shows times in the time zone of the browser. The server does not know the time zone, so it renders UTC.
(() => {
  const { locale } = document.currentScript.dataset;
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  });
  for (const time of document.querySelectorAll('time[datetime*="T"]'))
    time.textContent = format.format(new Date(time.dateTime));
})();
