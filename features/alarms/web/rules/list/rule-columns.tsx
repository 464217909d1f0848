import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import { RulePriorityMark } from '../words/rule-priority.tsx'
import { useRuleWords } from '../words/use-rule-words.ts'
import { RuleMenu, type RuleActions } from './rule-menu.tsx'

/** The list of rules, column by column. */
export function useRuleColumns(actions: RuleActions): readonly RecordColumn<ListedRule>[] {
  const translate = useTranslations('alarms')
  const words = useRuleWords()
  const { moment } = useFormat()
  return [
    {
      key: 'priority',
      title: translate('column.priority'),
      width: 84,
      card: 'head',
      render: ({ priority }) => <RulePriorityMark key="priority" priority={priority} />,
    },
    {
      key: 'name',
      title: translate('rules.column.name'),
      card: 'head',
      render: (rule) => <RuleName key="name" rule={rule} onEdit={actions.onEdit} />,
    },
    {
      key: 'condition',
      title: translate('rules.column.condition'),
      render: (rule) => (
        <span className="alarm-rules-lines">
          <span>{words.condition(rule)}</span>
          <small>{words.behaviour(rule)}</small>
        </span>
      ),
    },
    {
      key: 'target',
      title: translate('rules.column.target'),
      render: (rule) => <RuleTargetCell rule={rule} />,
    },
    {
      key: 'state',
      title: translate('column.state'),
      width: 110,
      render: ({ isEnabled }) => (
        <span className="alarm-rules-state" data-enabled={isEnabled}>
          {translate(isEnabled ? 'rules.enabled' : 'rules.disabled')}
        </span>
      ),
    },
    {
      key: 'changed',
      title: translate('rules.column.changed'),
      width: 140,
      render: ({ changedAt }) => (
        <span className="number">{moment(changedAt, serverClock.now())}</span>
      ),
    },
    {
      key: 'actions',
      title: translate('column.actions'),
      isTitleHidden: true,
      align: 'right',
      width: 56,
      card: 'bare',
      render: (rule) => (rule.mayChange ? <RuleMenu rule={rule} actions={actions} /> : null),
    },
  ]
}

interface RuleNameProps {
  readonly rule: ListedRule
  readonly onEdit: RuleActions['onEdit']
}

function RuleName({ rule, onEdit }: RuleNameProps) {
  const translate = useTranslations('alarms.rules.kind')
  const { name, mayChange, condition } = rule
  return (
    <span className="alarm-rules-lines">
      {mayChange ? (
        <button
          type="button"
          className="alarm-rules-name"
          title={name}
          onClick={() => onEdit(rule)}
        >
          {name}
        </button>
      ) : (
        <b title={name}>{name}</b>
      )}
      <small>{translate(condition.kind)}</small>
    </span>
  )
}

function RuleTargetCell({ rule }: { readonly rule: ListedRule }) {
  const translate = useTranslations('alarms.rules')
  const { number } = useFormat()
  const { points, isEnabled } = rule
  const text = useRuleWords().target(rule)
  return (
    <span className="alarm-rules-lines">
      <span title={text}>{text}</span>
      <small>
        {isEnabled ? translate('points', { count: points, figure: number(points) }) : ''}
      </small>
    </span>
  )
}
