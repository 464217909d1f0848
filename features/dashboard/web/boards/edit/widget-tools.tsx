import { useTranslations } from 'use-intl'
import type { Widget } from '#features/pages/contract/page.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { kindsFor, type AnyWidgetKind } from '#kit/web/widget-registry.ts'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { boardOptions } from '../content/draft.ts'
import { stepNames, type StepName } from './steps.ts'

export type WidgetAction =
  | { readonly name: 'kind'; readonly kind: string }
  | { readonly name: 'options' }
  | { readonly name: 'sizeLimits' }
  | { readonly name: 'remove' }
  | { readonly name: 'lock' }
  | { readonly name: 'step'; readonly step: StepName }

interface WidgetToolsProps {
  readonly widget: Widget
  readonly title: string
  readonly sensor: Sensor | null
  readonly kind: AnyWidgetKind | undefined
  readonly onAction: (widget: Widget, action: WidgetAction) => void
}

const { colNum: columns } = boardOptions

/** No kind has such an id: folders are named without colons. */
const [showAs, options, place] = [':show-as', ':options', ':place']
const [sizeLimits, lock] = [':size-limits', ':lock']

/** The buttons of a widget that is edited: how it is shown, where, and away with it. */
export function WidgetTools({ widget, title, sensor, kind, onAction }: WidgetToolsProps) {
  const translate = useTranslations('dashboard.board')
  const titleOf = useKindTitle()
  const name = isolated(title)
  const isLocked = widget.static === true
  const able = sensor && kind?.binds !== 'sensors' ? kindsFor(sensor.type) : []
  const hasOptions = kind?.Editor !== undefined || kind?.binds === 'sensors'
  const choices: readonly MenuChoice<string>[] = [
    ...(able.length > 0
      ? [{ value: showAs, label: translate('showAs'), kind: 'heading' as const }]
      : []),
    ...able.map((each) => ({ value: each.id, label: titleOf(each) })),
    ...(hasOptions
      ? [{ value: options, label: translate('options'), kind: 'action' as const }]
      : []),
    { value: place, label: translate('place'), kind: 'heading' as const },
    ...(isLocked ? [] : stepNames).map((step) => ({
      value: `:${step}`,
      label: translate(`steps.${step}`),
      kind: 'action' as const,
    })),
    ...(isLocked
      ? []
      : [{ value: sizeLimits, label: translate('sizeLimits.open'), kind: 'action' as const }]),
    { value: lock, label: translate(isLocked ? 'unlock' : 'lock'), kind: 'action' as const },
  ]
  const onChoose = (chosen: string) => {
    const step = stepNames.find((each) => `:${each}` === chosen)
    if (step) onAction(widget, { name: 'step', step })
    else if (chosen === options) onAction(widget, { name: 'options' })
    else if (chosen === sizeLimits) onAction(widget, { name: 'sizeLimits' })
    else if (chosen === lock) onAction(widget, { name: 'lock' })
    else onAction(widget, { name: 'kind', kind: chosen })
  }
  return (
    <>
      {isLocked && <LockedMark label={translate('locked')} />}
      <div className="board-tools" data-side={widget.x < columns / 2 ? 'left' : 'right'}>
        <MenuButton
          className="icon-button small"
          label={translate('change', { name })}
          choices={choices}
          current={kind?.id}
          onChoose={onChoose}
        >
          <Icon name="more" />
        </MenuButton>
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('remove', { name })}
          title={translate('remove', { name })}
          onClick={() => onAction(widget, { name: 'remove' })}
        >
          <Icon name="close" />
        </button>
      </div>
    </>
  )
}

function LockedMark({ label }: { readonly label: string }) {
  return (
    <span className="board-locked" role="img" aria-label={label} title={label}>
      <Icon name="lock" size={14} />
    </span>
  )
}
