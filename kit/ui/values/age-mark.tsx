import './age-mark.css'
import { createIcon, type IconName } from '../icon.tsx'
import { LiveElement } from '../live-element.ts'

/** Marks that take the place of the age when a value is not to be trusted, or stays the same. */
export type MarkKind = 'offline' | 'stale' | 'bad' | 'uncertain' | 'unchanged'

const icons: readonly (readonly [MarkKind, IconName])[] = [
  ['offline', 'unplugged'],
  ['stale', 'clock'],
  ['bad', 'bad'],
  ['uncertain', 'uncertain'],
  ['unchanged', 'remain'],
]

/** The age of a value, or a dashed mark that says all that is wrong with it. */
export function createAgeMark() {
  const age = new LiveElement()
  const signs = new LiveElement()
  const words = new LiveElement()
  const short = new LiveElement()
  return {
    draw: () => (
      <span className="age" ref={age.ref}>
        <span className="age-signs" ref={signs.ref} />
        <span className="age-text" ref={words.ref} />
        <span className="age-short" ref={short.ref} aria-hidden="true" />
      </span>
    ),
    /**
     * `marks`: none for a plain age; `brief` is beside its icon where there is no room for the
     * words, which screen readers have all the same.
     */
    write(text: string, marks: readonly MarkKind[], brief = ''): void {
      if (marks.length > 0) drawSigns(signs.element)
      age.attribute('data-mark', marks.length === 0 ? null : marks.join(' '))
      words.text(text)
      short.text(brief)
    },
  }
}

/** Of hundreds of values hardly one has a mark: the drawings come with the first. */
function drawSigns(place: HTMLElement | null): void {
  if (place === null || place.childElementCount > 0) return
  place.append(...icons.map(([kind, icon]) => createIcon(icon, 11, `age-${kind}`)))
}
