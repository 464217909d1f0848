import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { DetailLink } from '#kit/web/detail/detail-link.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { DeleteReadingsDialog } from './delete-readings-dialog.tsx'
import type { OpenThing } from './thing-messages.tsx'

type ThingSensor = OpenThing['sensors'][number]

/** What was understood last of each sensor, with its age and quality. */
export function ThingSensors({ open }: { readonly open: OpenThing }) {
  const translate = useTranslations('scada.things')
  const [asked, setAsked] = useState<ThingSensor | null>(null)
  if (open.sensors.length === 0) return <p className="thing-note">{translate('noSensors')}</p>
  return (
    <>
      <table className="table thing-sensors">
        <thead>
          <tr>
            <th>{translate('sensor')}</th>
            <th className="thing-value">{translate('value')}</th>
            <th>{translate('quality')}</th>
            <th>{translate('age')}</th>
            {open.mayDeleteReadings && (
              <th>
                <span className="visually-hidden">{translate('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {open.sensors.map((sensor) => (
            <Line
              key={sensor.id}
              sensor={sensor}
              lesiId={open.thing.lesiId}
              {...(open.mayDeleteReadings ? { onDelete: setAsked } : {})}
            />
          ))}
        </tbody>
      </table>
      {asked && <DeleteReadingsDialog sensor={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface LineProps {
  readonly sensor: ThingSensor
  readonly lesiId: string
  readonly onDelete?: (sensor: ThingSensor) => void
}

function Line({ sensor, lesiId, onDelete }: LineProps) {
  const translate = useTranslations('scada.things')
  const types = useTranslations('scada.types')
  const { age } = useFormat()
  const now = useNow(1_000)
  const { reading } = sensor
  const old = reading ? Math.max(0, now - reading.time) : 0
  const isStale = old > staleAfterIntervals * sensor.intervalMs
  return (
    <tr>
      <td>
        <DetailLink sensor={{ lesiId, key: sensor.key }} className="thing-key">
          <b>{sensor.key}</b>
        </DetailLink>
        <small>
          {sensor.alias === sensor.key
            ? types(sensor.type)
            : `${sensor.alias}, ${types(sensor.type)}`}
          {sensor.isNew && `, ${translate('isNew')}`}
        </small>
      </td>
      <td className="thing-value number">
        {reading ? (
          <>
            {reading.value === null ? translate('noValue') : String(reading.value)}
            {reading.value !== null && sensor.unit !== '' && ` ${sensor.unit}`}
          </>
        ) : (
          '–'
        )}
      </td>
      <td>
        {reading && (
          <span data-quality={reading.quality}>{translate(`qualities.${reading.quality}`)}</span>
        )}
      </td>
      <td className="number" data-stale={isStale}>
        {reading ? age(old) : translate('neverRead')}
        {reading && isStale && <small>{translate('stale')}</small>}
      </td>
      {onDelete && (
        <td className="thing-actions">
          <button
            type="button"
            className="icon-button"
            aria-label={translate('deleteOf', { sensor: sensor.alias })}
            title={translate('delete')}
            onClick={() => onDelete(sensor)}
          >
            <Icon name="trash" size={14} />
          </button>
        </td>
      )}
    </tr>
  )
}
