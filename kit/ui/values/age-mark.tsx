import './age-mark.css'
import { Icon, type IconName } from '../icon.tsx'
import { LiveElement } from '../live-element.ts'

/** Marks that take the place of the age when a value is not to be trusted. */
export type MarkKind = 'stale' | 'bad' | 'uncertain'

const icons: readonly (readonly [MarkKind, IconName])[] = [
  ['stale', 'clock'],
  ['bad', 'bad'],
  ['uncertain', 'uncertain'],
]

/** The age of a value, or a dashed mark that says what is wrong with it. */
export function createAgeMark() {
  const age = new LiveElement()
  const words = new LiveElement()
  return {
    draw: () => (
      <span className="age" ref={age.ref}>
        {icons.map(([kind, icon]) => (
          <Icon key={kind} name={icon} size={11} className={`age-${kind}`} />
        ))}
        <span className="age-text" ref={words.ref} />
      </span>
    ),
    /** `mark`: null for a plain age. */
    write(text: string, mark: MarkKind | null): void {
      age.attribute('data-mark', mark)
      words.text(text)
    },
  }
}
