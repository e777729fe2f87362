// Adds a button that copies a secret or a command on the start page of the sandbox.
for (const code of document.querySelectorAll('code[data-copy]')) {
  const button = document.createElement('button');
  button.className = 'link';
  button.textContent = 'Copy';
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(code.textContent).then(() => button.replaceChildren('Copied')),
  );
  code.after(' ', button);
}
