// Runs before anything is drawn, so that the page never flashes in other colours. The keys are those of kit/web/theme/theme.ts and lamps.ts.
;(function () {
  var choice = 'system'
  var accent = null
  var lamps = null
  try {
    choice = localStorage.getItem('warroom-theme') || choice
    accent = localStorage.getItem('warroom-accent')
    lamps = localStorage.getItem('warroom-lamps')
  } catch {
    // A browser that stores nothing follows the system.
  }
  var isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-theme', isDark ? 'dark' : 'light')
  if (/^#[\da-f]{6}$/i.test(accent || ''))
    document.documentElement.style.setProperty('--accent', accent)
  if (lamps === 'muted') document.documentElement.setAttribute('data-lamps', lamps)
})()
