// Runs before anything is drawn, so that the page never flashes in the other theme. The key is `themeStorageKey` of kit/web/theme.ts.
;(function () {
  var choice = 'system'
  try {
    choice = localStorage.getItem('warroom-theme') || choice
  } catch {
    // A browser that keeps nothing follows the system.
  }
  var isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light')
})()
