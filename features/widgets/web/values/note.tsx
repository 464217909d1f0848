import { LiveElement } from '#kit/ui/live-element.ts'
import { writeFitting } from '#kit/ui/values/fitting.ts'

/** The line below a figure: what it is, and which limit it is beyond. */
export function createNote() {
  const note = new LiveElement()
  return {
    draw: () => note.draw('div', { className: 'widget-note fitting' }),
    write(caption: string, beyond: string): void {
      note.attribute('data-beyond', beyond === '' ? null : '')
      writeFitting(note, [caption, beyond].filter((text) => text !== '').join(' · '))
    },
  }
}
