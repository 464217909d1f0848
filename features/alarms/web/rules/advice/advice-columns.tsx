import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Proposal } from '../../../contract/proposal.ts'
import type { AdvisedSource } from '../../../contract/rule-routes.ts'
import type { EditedRule } from '../form/use-rule-editing.ts'
import { useRuleWords } from '../words/use-rule-words.ts'
import { useApply } from './use-apply.ts'

/** The worst sources, column by column. `onApply` opens the form with the proposal. */
export function useAdviceColumns(
  onApply: (edited: EditedRule) => void,
): readonly RecordColumn<AdvisedSource>[] {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const apply = useApply(onApply)
  return [
    {
      key: 'sensor',
      title: translate('column.sensor'),
      card: 'head',
      render: ({ sensor }) => (
        <span key="sensor" className="alarm-rules-lines">
          <b title={sensor.alias}>{sensor.alias}</b>
          <small title={sensor.device}>{sensor.device}</small>
        </span>
      ),
    },
    {
      key: 'rule',
      title: translate('rules.column.name'),
      render: ({ name, origin }) => name || translate(origin === 'lower' ? 'ownLower' : 'ownUpper'),
    },
    {
      key: 'alarms',
      title: translate('rules.advice.alarms'),
      align: 'right',
      render: ({ alarms }) => <span className="number">{number(alarms)}</span>,
    },
    {
      key: 'proposal',
      title: translate('rules.advice.proposal'),
      render: (source) => <ProposalCell source={source} />,
    },
    {
      key: 'later',
      title: translate('rules.advice.cost'),
      render: (source) => <CostCell source={source} />,
    },
    {
      key: 'actions',
      title: translate('column.actions'),
      isTitleHidden: true,
      align: 'right',
      card: 'bare',
      render: (source) =>
        source.advice === null ? null : (
          <Button
            size="small"
            aria-label={translate('rules.advice.applyOf', { name: source.sensor.alias })}
            onClick={() => apply(source)}
          >
            {translate('rules.advice.apply')}
          </Button>
        ),
    },
  ]
}

function ProposalCell({ source: { advice, sensor } }: { readonly source: AdvisedSource }) {
  const translate = useTranslations('alarms.rules.advice')
  const { number } = useFormat()
  const words = useProposalWords()
  if (advice === null) return <span className="alarm-rules-quiet">{translate('nothing')}</span>
  const { proposal, before, after } = advice
  return (
    <span className="alarm-rules-lines">
      <span>{words(proposal, sensor.unit)}</span>
      <small>{translate('instead', { after: number(after), before: number(before) })}</small>
    </span>
  )
}

function useProposalWords(): (proposal: Proposal, unit: string) => string {
  const translate = useTranslations('alarms.rules.advice')
  const { duration } = useFormat()
  const { figure } = useRuleWords()
  return (proposal, unit) => {
    const amount = (value: number) => ({ amount: `${figure(value)} ${unit}`.trim() })
    if ('deadband' in proposal) return translate('deadband', amount(proposal.deadband))
    if ('change' in proposal) return translate('change', amount(proposal.change))
    if ('by' in proposal) return translate('by', amount(proposal.by))
    if ('afterMs' in proposal) return translate('after', { time: duration(proposal.afterMs) })
    return translate('onDelay', { time: duration(proposal.onDelayMs) })
  }
}

function CostCell({ source: { advice } }: { readonly source: AdvisedSource }) {
  const translate = useTranslations('alarms.rules.advice')
  const { duration } = useFormat()
  if (advice === null || advice.later === null) return noFigure
  const { median, maximum } = advice.later
  return maximum === 0
    ? translate('noLater')
    : translate('later', { median: duration(median), maximum: duration(maximum) })
}
