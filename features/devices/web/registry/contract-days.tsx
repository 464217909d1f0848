import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import './contract-days.css'

const dayMs = 86_400_000
const minuteMs = 60_000
/** An end that is nearer is named in days. */
const nearDays = 60

/** Days of the calendar from one to another, such as `2026-11-30`. */
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

type Days = Pick<RegisteredDevice, 'contractStart' | 'contractEnd'>

/** The last day of a contract, on a rail from its first, and how far away it is. */
export function ContractEnd({ contractStart, contractEnd }: Days) {
  const translate = useTranslations('devices.contract')
  const format = useFormat()
  const today = format.date(useNow(minuteMs))
  if (contractEnd === null) return <span className="device-none">{translate('noEnd')}</span>
  const left = daysBetween(today, contractEnd)
  return (
    <span className="contract-end">
      {contractStart !== null && <Rail {...{ contractStart, contractEnd, today }} />}
      <span>
        <span className="number">{contractEnd}</span>
        {left < 0 && <small>{translate('ended', { days: -left })}</small>}
        {left >= 0 && left < nearDays && <small>{translate('left', { days: left })}</small>}
      </span>
    </span>
  )
}

interface RailProps {
  readonly contractStart: string
  readonly contractEnd: string
  readonly today: string
}

function Rail({ contractStart, contractEnd, today }: RailProps) {
  const whole = Math.max(1, daysBetween(contractStart, contractEnd))
  const passed = daysBetween(contractStart, today) / whole
  const place = `${Math.min(100, Math.max(0, passed * 100))}%`
  return (
    <span className="contract-rail" data-ended={passed > 1} aria-hidden="true">
      <i style={{ width: place }} />
      {passed >= 0 && passed <= 1 && <b style={{ left: place }} />}
    </span>
  )
}
