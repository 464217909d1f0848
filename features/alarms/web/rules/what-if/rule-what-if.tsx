import { Button, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useRuleEntries } from '../form/rule-entries.tsx'
import { WhatIfResult } from './what-if-result.tsx'
import { replayPeriods, useWhatIf, type ReplayPeriod } from './use-what-if.ts'

interface RuleWhatIfProps {
  readonly isAskedAtOnce: boolean
  readonly onRefused: (error: unknown) => void
}

/** Tries what was entered against the stored readings, before it is saved. */
export function RuleWhatIf({ isAskedAtOnce, onRefused }: RuleWhatIfProps) {
  const translate = useTranslations('alarms.rules.try')
  const { draft, id } = useRuleEntries()
  const whatIf = useWhatIf(id, draft, isAskedAtOnce, onRefused)
  return (
    <div className="alarm-rules-replay">
      {draft.condition.kind === 'device_offline' && (
        <p className="alarm-rules-note">{translate('bySilences')}</p>
      )}
      <div className="alarm-rules-adds">
        <Select<ReplayPeriod>
          aria-label={translate('period')}
          value={whatIf.days}
          onChange={whatIf.choose}
          options={replayPeriods.map((value) => ({
            value,
            label: translate('days', { count: value }),
          }))}
        />
        <Button icon={<Icon name="refresh" />} loading={whatIf.isFetching} onClick={whatIf.start}>
          {translate('start')}
        </Button>
        {whatIf.isFetching && <Button onClick={whatIf.stop}>{translate('stop')}</Button>}
      </div>
      <div aria-live="polite" aria-busy={whatIf.isFetching}>
        {whatIf.isOutdated && whatIf.outcome && (
          <p className="alarm-rules-note">{translate('outdated')}</p>
        )}
        {whatIf.outcome && <WhatIfResult outcome={whatIf.outcome} isNew={id === null} />}
      </div>
    </div>
  )
}
