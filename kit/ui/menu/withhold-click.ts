/** What opens a menu: one press may close one and open another. */
const opener = '[aria-haspopup=menu]'

/**
 * Keeps the click of the press that has just begun on `pressed` from what is there, and from
 * everything else.
 */
export function withholdClick(pressed: EventTarget | null): void {
  if (pressed instanceof Element && pressed.closest(opener)) return
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  addEventListener(
    'click',
    (event) => {
      // One without a pointer is of the keyboard, or of a program.
      if (event.detail === 0) return
      ending.abort()
      event.preventDefault()
      event.stopPropagation()
    },
    options,
  )
  // Without a click, as after a drag: the next press is another one.
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, () => ending.abort(), options)
}
