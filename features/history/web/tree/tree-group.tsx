import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Device } from '#features/devices/contract/routes.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useHub } from '#kit/web/live/index.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useSensorsOf } from './query-sensors.ts'
import type { SensorGroup } from './sensor-groups.ts'
import { Sensors, type Choice } from './tree-sensors.tsx'

interface TreeGroupProps extends Choice {
  readonly group: SensorGroup
  readonly isSearching: boolean
}

/** A device and, while it is open, its sensors. */
export function TreeGroup({ group, isSearching, ...choice }: TreeGroupProps) {
  const translate = useTranslations('history.tree')
  const { number } = useFormat()
  const [isToggled, setToggled] = useState<boolean | null>(null)
  const { chosen, several } = choice
  const hasChosen = several
    ? (group.sensors?.some(several.isChosen) ?? false)
    : group.lesiId === chosen.thing
  const isOpen = isToggled ?? (isSearching || hasChosen)
  return (
    <li>
      <button
        type="button"
        className="history-group"
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span className="clip" title={group.name}>
          {group.name}
        </span>
        {group.device && <OfflineMark device={group.device} />}
        <small aria-hidden="true">{number(group.count)}</small>
        <span className="visually-hidden">
          {translate('count', { count: group.count, figure: number(group.count) })}
        </span>
      </button>
      {isOpen &&
        (group.sensors ? (
          <Sensors sensors={group.sensors} {...choice} />
        ) : (
          <FetchedSensors lesiId={group.lesiId} {...choice} />
        ))}
    </li>
  )
}

/** As the live socket has it: the list of devices stays as it was fetched. */
function OfflineMark({ device: { id, status } }: { readonly device: Device }) {
  const translate = useTranslations('history.tree')
  const hub = useHub()
  const watch = useCallback((listener: () => void) => hub.watchDevice(id, listener), [hub, id])
  const live = useSyncExternalStore(watch, () => hub.store.device(id)?.status)
  if ((live ?? status) !== 'offline') return null
  return (
    <span className="history-offline">
      <Icon name="unplugged" size={12} />
      {translate('offline')}
    </span>
  )
}

/** The sensors of a device of which only the name was known. */
function FetchedSensors({ lesiId, ...choice }: Choice & { readonly lesiId: string }) {
  const translate = useTranslations('history.tree')
  const { number } = useFormat()
  const { data, isError } = useSensorsOf(lesiId, true)
  if (!data && isError) return <p className="history-tree-none">{translate('failed')}</p>
  if (!data) return <Skeleton width="100%" height="20px" />
  const more = data.total - data.sensors.length
  return (
    <>
      <Sensors sensors={data.sensors} {...choice} />
      {more > 0 && (
        <p className="history-tree-none">
          {translate('more', { count: more, figure: number(more) })}
        </p>
      )}
    </>
  )
}
