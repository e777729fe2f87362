// Adds a button to each secret on the start page of the sandbox.
for (const secret of document.querySelectorAll('code[data-secret]')) {
  const button = document.createElement('button');
  button.className = 'link';
  button.textContent = 'Copy';
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(secret.textContent).then(() => button.replaceChildren('Copied')),
  );
  secret.after(' ', button);
}
