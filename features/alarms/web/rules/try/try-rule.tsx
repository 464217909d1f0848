import { Button, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useRuleEntries } from '../form/rule-entries.tsx'
import { TriedOutcome } from './tried-outcome.tsx'
import { replayPeriods, useTriedRule, type ReplayPeriod } from './use-tried-rule.ts'

interface TryRuleProps {
  readonly isAskedAtOnce: boolean
  readonly onRefused: (error: unknown) => void
}

/** Tries what was entered against the stored readings, before it is saved. */
export function TryRule({ isAskedAtOnce, onRefused }: TryRuleProps) {
  const translate = useTranslations('alarms.rules.try')
  const { draft, id } = useRuleEntries()
  const tried = useTriedRule(id, draft, isAskedAtOnce, onRefused)
  return (
    <div className="alarm-rules-try">
      {draft.condition.kind === 'device_offline' && (
        <p className="alarm-rules-note">{translate('bySilences')}</p>
      )}
      <div className="alarm-rules-adds">
        <Select<ReplayPeriod>
          aria-label={translate('period')}
          value={tried.days}
          onChange={tried.choose}
          options={replayPeriods.map((value) => ({
            value,
            label: translate('days', { count: value }),
          }))}
        />
        <Button icon={<Icon name="refresh" />} loading={tried.isFetching} onClick={tried.start}>
          {translate('start')}
        </Button>
        {tried.isFetching && <Button onClick={tried.stop}>{translate('stop')}</Button>}
      </div>
      <div aria-live="polite" aria-busy={tried.isFetching}>
        {tried.isOutdated && tried.outcome && (
          <p className="alarm-rules-note">{translate('outdated')}</p>
        )}
        {tried.outcome && <TriedOutcome outcome={tried.outcome} isNew={id === null} />}
      </div>
    </div>
  )
}
