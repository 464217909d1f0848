import { useTranslations } from 'use-intl'
import { SideChoice, type Side } from '#kit/web/boards/conflict/side-choice.tsx'
import type { Area } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { changesOfArea } from '../content/changes.ts'
import type { AreaConflict } from '../content/reconcile.ts'
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
export function AreaChoice({ conflict, before, find, other, ...chosen }: AreaChoiceProps) {
  const translate = useTranslations('pages.conflict')
  const areaName = useAreaName()
  const textOf = useChangeText(find)
  const named = before ?? conflict.mine ?? conflict.theirs
  const content = (area: Area | null) => ({
    text: area ? changesOfArea(before, area).map(textOf).join(', ') : translate('deleted'),
    drawing: area && <Miniature area={area} before={before} find={find} />,
  })
  return (
    <SideChoice
      {...chosen}
      names={{ mine: translate('mine'), theirs: other }}
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
export function NameChoice({ name, other, ...chosen }: NameChoiceProps) {
  const translate = useTranslations('pages.conflict')
  return (
    <SideChoice
      {...chosen}
      names={{ mine: translate('mine'), theirs: other }}
      legend={translate('name')}
      mine={{ text: name.mine }}
      theirs={{ text: name.theirs }}
    />
  )
}
