import { useId, type ReactNode } from 'react'
import './side-choice.css'

/** Whose of two edits counts. */
export type Side = 'mine' | 'theirs'

interface Content {
  /** What was done to it, in a few words. */
  readonly text: string
  readonly drawing?: ReactNode
}

interface SideChoiceProps {
  /** What both changed. */
  readonly legend: string
  /** What the two are called. */
  readonly names: Readonly<Record<Side, string>>
  readonly side: Side
  readonly onChoose: (side: Side) => void
  readonly mine: Content
  readonly theirs: Content
}

/** Whose a part becomes that two people changed differently. */
export function SideChoice({ legend, names, side, onChoose, mine, theirs }: SideChoiceProps) {
  const group = useId()
  const option = (value: Side, { text, drawing }: Content) => (
    <label>
      <span>
        <input
          type="radio"
          name={group}
          checked={side === value}
          onChange={() => onChoose(value)}
        />
        <b>{names[value]}</b>
      </span>
      <small>{text}</small>
      {drawing}
    </label>
  )
  return (
    <fieldset className="conflict-choice">
      <legend>{legend}</legend>
      <div>
        {option('mine', mine)}
        {option('theirs', theirs)}
      </div>
    </fieldset>
  )
}
