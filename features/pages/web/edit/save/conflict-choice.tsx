import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Area } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { changesOfArea } from '../content/changes.ts'
import type { AreaConflict, Side } from '../content/reconcile.ts'
import { Miniature } from './miniature.tsx'
import { useAreaName, useChangeText } from './use-change-text.ts'

interface Chosen {
  /** Who saved the other version. */
  readonly other: string
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

interface AreaChoiceProps extends Chosen {
  readonly conflict: AreaConflict
  /** As it was when both began. */
  readonly before: Area | undefined
  readonly find: FindSensor
}

/** Whose an area becomes, with both as miniatures. */
export function AreaChoice({ conflict, before, find, ...chosen }: AreaChoiceProps) {
  const translate = useTranslations('pages.conflict')
  const areaName = useAreaName()
  const textOf = useChangeText(find)
  const named = before ?? conflict.mine ?? conflict.theirs
  const content = (area: Area | null) => ({
    text: area ? changesOfArea(before, area).map(textOf).join(', ') : translate('deleted'),
    drawing: area && <Miniature area={area} before={before} find={find} />,
  })
  return (
    <Choice
      {...chosen}
      legend={translate('area', { area: named ? areaName(named) : '' })}
      mine={content(conflict.mine)}
      theirs={content(conflict.theirs)}
    />
  )
}

interface NameChoiceProps extends Chosen {
  readonly name: { readonly mine: string; readonly theirs: string }
}

/** Whose name the page gets. */
export function NameChoice({ name, ...chosen }: NameChoiceProps) {
  const translate = useTranslations('pages.conflict')
  return (
    <Choice
      {...chosen}
      legend={translate('name')}
      mine={{ text: name.mine }}
      theirs={{ text: name.theirs }}
    />
  )
}

interface Content {
  readonly text: string
  readonly drawing?: ReactNode
}

interface ChoiceProps extends Chosen {
  readonly legend: string
  readonly mine: Content
  readonly theirs: Content
}

function Choice({ legend, other, side, onChoose, mine, theirs }: ChoiceProps) {
  const translate = useTranslations('pages.conflict')
  const group = useId()
  const option = (value: Side, label: string, { text, drawing }: Content) => (
    <label>
      <span>
        <input
          type="radio"
          name={group}
          checked={side === value}
          onChange={() => onChoose(value)}
        />
        <b>{label}</b>
      </span>
      <small>{text}</small>
      {drawing}
    </label>
  )
  return (
    <fieldset className="conflict-choice">
      <legend>{legend}</legend>
      <div>
        {option('mine', translate('mine'), mine)}
        {option('theirs', other, theirs)}
      </div>
    </fieldset>
  )
}
