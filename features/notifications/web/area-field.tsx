import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumRouteAreas, type Area } from '../contract/notification-route.ts'

interface AreaFieldProps {
  /** Every area that there is. */
  readonly areas: readonly Area[]
  readonly chosen: readonly Area[]
  readonly onChange: (areas: Area[]) => void
}

const kinds = ['site', 'zone', 'product'] as const
const keyOf = ({ kind, name }: Area) => `${kind} ${name}`

/** Sites, zones and products; one that no device has any more stays as long as it is chosen. */
export function AreaField({ areas, chosen, onChange }: AreaFieldProps) {
  const translate = useTranslations('notifications')
  const known = new Map([...areas, ...chosen].map((area) => [keyOf(area), area]))
  return (
    <Select<string[]>
      mode="multiple"
      aria-label={translate('fields.areas')}
      placeholder={translate('allAreas')}
      maxCount={maximumRouteAreas}
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen.map(keyOf)}
      onChange={(keys) => onChange(keys.flatMap((key) => known.get(key) ?? []))}
      options={kinds.map((kind) => ({
        label: translate(`areaKinds.${kind}`),
        options: [...known.values()]
          .filter((area) => area.kind === kind)
          .map((area) => ({ value: keyOf(area), label: area.name })),
      }))}
    />
  )
}
