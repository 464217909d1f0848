import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { repeatedHours, timeFormats, type Preview } from '../../contract/mapping.ts'
import type { Draft } from './draft.ts'

interface TimeFieldsProps {
  readonly table: Preview
  readonly draft: Draft
  readonly siteZone: string
  readonly onChange: (part: Partial<Draft>) => void
}

const zoned = new Set(['iso', 'day-first', 'month-first', 'serial'])

/** How times are written, and on which clock. */
export function TimeFields({ table, draft, siteZone, onChange }: TimeFieldsProps) {
  const translate = useTranslations('imports.form')
  const { timeFormat, timezone, repeatedHour } = draft
  const { hasOffsets, hasShortYears } = table.proposal
  const isAsked = timeFormat === null && draft.roles.includes('time')
  const needsZone = timeFormat === null || zoned.has(timeFormat)
  return (
    <>
      <div className="import-row">
        <span aria-hidden="true">{translate('timeFormat')}</span>
        <Select
          aria-label={translate('timeFormat')}
          placeholder={translate('chooseFormat')}
          {...(isAsked ? { status: 'warning' as const } : {})}
          value={timeFormat}
          onChange={(value) => onChange({ timeFormat: value })}
          options={timeFormats.map((value) => ({ value, label: translate(`formats.${value}`) }))}
        />
      </div>
      {isAsked && (
        <p className="import-hint">{translate(hasShortYears ? 'ambiguousYears' : 'ambiguous')}</p>
      )}
      {hasShortYears && <p className="import-hint">{translate('shortYears')}</p>}
      {needsZone && (
        <>
          <div className="import-row">
            <span aria-hidden="true">{translate('zone')}</span>
            <Select<string>
              aria-label={translate('zone')}
              showSearch
              value={timezone}
              onChange={(zone) => onChange({ timezone: zone })}
              options={zonesOf(siteZone).map((zone) => ({
                value: zone,
                label: zone === siteZone ? translate('siteZone', { zone }) : zone,
              }))}
            />
          </div>
          {hasOffsets && <p className="import-hint">{translate('offsets')}</p>}
          <SegmentedChoice
            className="import-row"
            label={translate('repeatedHour')}
            values={repeatedHours}
            chosen={repeatedHour}
            nameOf={(value) => translate(`repeated.${value}`)}
            onChange={(value) => onChange({ repeatedHour: value })}
          />
          <p className="import-hint">{translate('repeatedHint')}</p>
        </>
      )}
    </>
  )
}

/** The site's zone first, then all that the browser has. */
const zonesOf = (siteZone: string): readonly string[] => [
  ...new Set([siteZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
