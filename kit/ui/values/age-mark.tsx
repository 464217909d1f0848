import './age-mark.css'
import { Icon, type IconName } from '../icon.tsx'
import { attributeWriter, part, textWriter } from '../write.ts'

/** Marks that take the place of the age when a value is not to be trusted. */
export type MarkKind = 'stale' | 'bad' | 'uncertain'

const icons: readonly (readonly [MarkKind, IconName])[] = [
  ['stale', 'clock'],
  ['bad', 'bad'],
  ['uncertain', 'uncertain'],
]

/** The age of a value, or a dashed mark that says what is wrong with it. */
export function AgeMark() {
  return (
    <span className="age" data-part="age">
      {icons.map(([kind, icon]) => (
        <Icon key={kind} name={icon} size={11} className={`age-${kind}`} />
      ))}
      <span data-part="age-text" />
    </span>
  )
}

/**
 * Returns what writes the `AgeMark` inside `root`: the text, and the kind of mark or null for a
 * plain age.
 */
export function mountAgeMark(root: Element): (text: string, mark: MarkKind | null) => void {
  const writeMark = attributeWriter(part(root, 'age'), 'data-mark')
  const writeText = textWriter(part(root, 'age-text'))
  return (text, mark) => {
    writeMark(mark)
    writeText(text)
  }
}
