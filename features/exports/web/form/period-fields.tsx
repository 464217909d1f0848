import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { periodRange, presets, type Preset } from '#kit/model/time/period.ts'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import type { Draft } from './draft.ts'
import { readPeriod, writePeriod } from './written-period.ts'

interface PeriodFieldsProps {
  readonly draft: Draft
  readonly siteZone: string
  readonly onChange: (change: Partial<Draft>) => void
}

/** From when to when, and on whose clock: the site's, or that of this computer. */
export function PeriodFields({ draft, siteZone, onChange }: PeriodFieldsProps) {
  const translate = useTranslations('exports.form')
  const named = useTranslations('history.period')
  const { timezone } = draft
  const choose = (preset: Preset) =>
    onChange(writePeriod(periodRange(preset, timezone, serverClock.now()), timezone))
  return (
    <>
      <div className="export-row">
        <span aria-hidden="true">{translate('period')}</span>
        <div className="export-presets" role="group" aria-label={translate('period')}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="button small"
              onClick={() => choose(preset)}
            >
              {named(preset)}
            </button>
          ))}
        </div>
      </div>
      {(['from', 'to'] as const).map((edge) => (
        <div key={edge} className="export-row">
          <span aria-hidden="true">{named(edge)}</span>
          <MomentField
            text={draft[edge]}
            label={named(edge)}
            mayBeEmpty={false}
            onChange={(text) => onChange({ [edge]: text })}
          />
        </div>
      ))}
      <div className="export-row">
        <span aria-hidden="true">{translate('zone')}</span>
        <Select<string>
          aria-label={translate('zone')}
          value={timezone}
          onChange={(zone) => onChange(inZone(draft, zone))}
          options={zonesOf(siteZone).map((zone) => ({
            value: zone,
            label: translate(zone === siteZone ? 'siteZone' : 'ownZone', { zone }),
          }))}
        />
      </div>
    </>
  )
}

/** The site's zone, and that of this computer. */
export const zonesOf = (siteZone: string): readonly string[] => [
  ...new Set([siteZone, new Intl.DateTimeFormat().resolvedOptions().timeZone]),
]

/** The same instants on another clock. */
function inZone(draft: Draft, zone: string): Partial<Draft> {
  const { from, to } = readPeriod(draft, draft.timezone)
  const isWhole = from !== null && to !== null
  return { timezone: zone, ...(isWhole ? writePeriod({ from, to }, zone) : {}) }
}
