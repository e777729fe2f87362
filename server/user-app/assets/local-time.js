// Says moments by the reader's own clock. The server does not know it, and says them in UTC.
(() => {
  const { locale } = document.currentScript.dataset;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time[datetime*="T"]'))
    time.textContent = format.format(new Date(time.dateTime));
})();
