import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { formatOffsets } from '#kit/web/formats/offsets.ts'
import { instantOfText } from '#kit/model/time/zone.ts'

interface DatesFormProps {
  readonly initial: { from: string; to: string }
  readonly timezone: string
  readonly onApply: (chosen: { from: string; to: string }) => void
}

/** First and last minute of a period, on the wall clock of the site. */
export default function DatesForm({ initial, timezone, onApply }: DatesFormProps) {
  const translate = useTranslations('history.period')
  const [chosen, setChosen] = useState(initial)
  const isOrdered = chosen.from !== '' && chosen.from < chosen.to
  return (
    <form
      className="popover history-dates-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOrdered) onApply(chosen)
      }}
    >
      <AntdProvider>
        {(['from', 'to'] as const).map((edge) => (
          <div key={edge}>
            <span aria-hidden="true">{translate(edge)}</span>
            <MomentField
              text={chosen[edge]}
              label={translate(edge)}
              mayBeEmpty={false}
              hasFocus={edge === 'from'}
              onChange={(text) => setChosen((before) => ({ ...before, [edge]: text }))}
            />
          </div>
        ))}
      </AntdProvider>
      <p role="status">
        {isOrdered
          ? translate('zone', {
              zone: timezone,
              offset: formatOffsets(
                {
                  from: instantOfText(chosen.from, timezone) ?? 0,
                  to: instantOfText(chosen.to, timezone) ?? 0,
                },
                timezone,
              ),
            })
          : translate('order')}
      </p>
      <button type="submit" className="button primary" disabled={!isOrdered}>
        {translate('apply')}
      </button>
    </form>
  )
}
