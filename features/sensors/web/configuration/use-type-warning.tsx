import { App } from 'antd'
import { useTranslations } from 'use-intl'
import type { ConfigurationChange } from '#features/sensors/contract/configuration.ts'
import { countStoredReadings } from '#features/sensors/contract/routes.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { isMeasuring, type SensorType } from '#kit/model/sensor.ts'
import { call } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Draft } from './draft/draft.ts'
import { useFieldWords } from './table/use-field-words.ts'

const listed = 8

interface Hidden {
  readonly alias: string
  readonly type: SensorType
  readonly count: number
}

/**
 * Asks before sensors get a type that does not show what is stored of them; resolves with whether
 * to go on.
 */
export function useTypeWarning(): (
  draft: Draft,
  changes: readonly ConfigurationChange[],
) => Promise<boolean> {
  const { modal } = App.useApp()
  const translate = useTranslations('sensors.configuration.typeWarning')
  const { number } = useFormat()
  const words = useFieldWords()
  return async (draft, changes) => {
    const hidden = await hiddenBy(draft, changes).catch(showFailure)
    if (!hidden) return false
    if (hidden.length === 0) return true
    return modal.confirm({
      title: translate('title'),
      icon: null,
      okText: translate('save'),
      content: (
        <div className="config-warning">
          <p>{translate('text')}</p>
          <ul>
            {hidden.slice(0, listed).map(({ alias, type, count }) => (
              <li key={alias}>
                {translate('sensor', {
                  sensor: alias,
                  type: words.value('type', type),
                  count: number(count),
                })}
              </li>
            ))}
          </ul>
          {hidden.length > listed && <p>{translate('more', { count: hidden.length - listed })}</p>}
        </div>
      ),
    })
  }
}

const shows = (type: SensorType, kind: 'numbers' | 'texts') =>
  kind === 'numbers' ? type !== 'string' : !isMeasuring(type)

async function hiddenBy(
  draft: Draft,
  changes: readonly ConfigurationChange[],
): Promise<readonly Hidden[]> {
  const found: Hidden[] = []
  const typed = changes.filter(({ after }) => after.type !== undefined)
  for (let start = 0; start < typed.length; start += maximumPageSize) {
    const part = typed.slice(start, start + maximumPageSize)
    const ids = part.map(({ id }) => id)
    const { data } = await call(countStoredReadings, { body: { sensors: ids } })
    for (const { sensorId, ...counts } of data) {
      const entry = draft.get(sensorId)
      const type = entry?.after.type
      if (!entry || !type) continue
      const count = (['numbers', 'texts'] as const)
        .filter((kind) => shows(entry.sensor.type, kind) && !shows(type, kind))
        .reduce((sum, kind) => sum + counts[kind], 0)
      if (count > 0) found.push({ alias: entry.sensor.alias, type, count })
    }
  }
  return found
}
