import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useLiveDevice } from './use-live-device.ts'
import './device-state.css'

const second = 1_000

/** Online, late, offline, never seen: a mark with its word, and since when. */
export function DeviceState({ device }: { readonly device: RegisteredDevice }) {
  const translate = useTranslations('devices.state')
  const format = useFormat()
  const now = useNow(30 * second)
  const { state, since } = useLiveDevice(device)
  return (
    <span className="device-state">
      <span className="device-state-mark" data-state={state}>
        {translate(state)}
      </span>
      {state === 'never' && (
        <small>{translate('added', { time: format.moment(device.createdAt, now) })}</small>
      )}
      {since !== null && state !== 'never' && (
        <small>{translate('since', { time: format.moment(since, now) })}</small>
      )}
    </span>
  )
}

/** When the newest message came, and how long ago that is. */
export function LastUpdate({ device }: { readonly device: RegisteredDevice }) {
  const translate = useTranslations('devices.state')
  const format = useFormat()
  const now = useNow(second)
  const { state, lastSeen } = useLiveDevice(device)
  if (state === 'closed') return noFigure
  if (lastSeen === null) return <span className="device-none">{translate('nothingYet')}</span>
  return (
    <span className="device-seen" data-late={state === 'late'}>
      <time className="number" dateTime={new Date(lastSeen).toISOString()}>
        {format.moment(lastSeen, now, 'second')}
      </time>
      <small className="number">{translate('ago', { age: format.age(now - lastSeen) })}</small>
    </span>
  )
}
