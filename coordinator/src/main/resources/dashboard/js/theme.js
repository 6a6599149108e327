// Before anything is painted: the theme that was chosen, else the system's.
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem('tokenstorm-theme');
  } catch {
    // storage is forbidden: the system's theme it is
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = chosen ?? (dark ? 'dark' : 'light');
})();
