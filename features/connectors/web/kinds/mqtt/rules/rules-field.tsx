import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SeenTopic } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { maximumRules } from '#features/connectors/contract/kinds/mqtt/limits.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries, useShowsErrorsOf } from '../../../form/entries.tsx'
import { DiscoveryDialog } from '../discovery/discovery-dialog.tsx'
import { newRule, rulesOf, type EnteredRule } from './entered.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleRows } from './rule-rows.tsx'
import '../mqtt.css'

/** The list with one of it in another place. */
function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** The rules: proposed by a look at the broker, or entered; the first that fits a topic counts. */
export function RulesField() {
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const { settings, errors, change } = useEntries()
  useShowsErrorsOf('rules')
  const rules = rulesOf(settings)
  const [edited, setEdited] = useState<number | null>(null)
  const [isLooking, setLooking] = useState(false)
  /** What a look has seen: the previews of rules begin with it. */
  const [seen, setSeen] = useState<readonly SeenTopic[]>([])
  const put = (next: readonly EnteredRule[]) =>
    change({ rules: next.map((each) => ({ ...each })) as never })
  return (
    <section className="mqtt-rules" aria-label={translate('title')}>
      <header>
        <h3>{translate('title')}</h3>
        <span className="number">{translate('count', { count: rules.length })}</span>
        <Button size="small" icon={<Icon name="search" />} onClick={() => setLooking(true)}>
          {translate('discover')}
        </Button>
        <Button
          size="small"
          icon={<Icon name="plus" />}
          disabled={rules.length >= maximumRules}
          onClick={() => setEdited(rules.length)}
        >
          {translate('add')}
        </Button>
      </header>
      {errors.get('rules') !== undefined && <p role="alert">{errors.get('rules')}</p>}
      {rules.length === 0 ? (
        <p className="connector-note">{translate('none')}</p>
      ) : (
        <RuleRows
          rules={rules}
          onEdit={setEdited}
          onRemove={(index) => put(rules.toSpliced(index, 1))}
          onMove={(index, to) => put(moved(rules, index, to))}
        />
      )}
      {isLooking && (
        <DiscoveryDialog
          taken={rules}
          onSeen={setSeen}
          onTake={(proposed) => {
            put([...rules, ...proposed].slice(0, maximumRules))
            setLooking(false)
          }}
          onClose={() => setLooking(false)}
        />
      )}
      {edited !== null && (
        <RuleDialog
          rule={rules[edited] ?? newRule}
          isNew={edited >= rules.length}
          seen={seen}
          onTake={(rule) => {
            put(rules.toSpliced(edited, 1, rule))
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}
