import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Addable, Adding, TargetArea } from './use-adding.ts'

interface AddMenuProps {
  readonly addable: Addable
  readonly name: string
  readonly size: string
  readonly adding: Adding
}

/** No area has such an id. */
const [heading, newArea] = [':heading', ':new']

/** Adds without dragging: the areas, with whether they have room. */
export function AddMenu({ addable, name, size, adding }: AddMenuProps) {
  const translate = useTranslations('pages.sensors')
  const unnamed = useTranslations('pages.area')('unnamed')
  const labelOf = ({ number, name: area, state }: TargetArea) =>
    translate(`target.${state}`, { number, area: area === '' ? unnamed : isolated(area) })
  const choices = (): readonly MenuChoice<string>[] => [
    { value: heading, label: translate('addTo', { size }), kind: 'heading' },
    ...adding.targets(addable).map((target) => ({
      ...{ value: target.id, label: labelOf(target), kind: 'action' as const },
      disabled: !adding.isReady,
    })),
    { value: newArea, label: translate('newArea'), kind: 'action', disabled: !adding.isReady },
  ]
  return (
    <MenuButton
      className="icon-button small"
      label={translate('add', { name })}
      choices={choices()}
      onChoose={(value) =>
        value === newArea ? adding.addToNew(addable) : void adding.add(addable, value)
      }
    >
      <Icon name="plus" />
    </MenuButton>
  )
}
