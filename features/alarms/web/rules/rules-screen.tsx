import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import type { ListedRule } from '../../contract/rule-routes.ts'
import { AdviceList } from './advice/advice-list.tsx'
import { copyOf, newDraft } from './form/draft.ts'
import { RuleDrawer } from './form/rule-drawer.tsx'
import { ruleForm, type EditedRule } from './form/use-rule-editing.ts'
import { OwnLimits } from './list/own-limits.tsx'
import { RemoveRuleDialog } from './list/remove-rule-dialog.tsx'
import { RulesList } from './list/rules-list.tsx'
import { rulesAddress, ruleTabs } from './rules-address.ts'
import { useMayAdd } from '../rights/use-rights.ts'
import './rules.css'

/** `/sensoralarm/rules` */
export default function RulesScreen() {
  return (
    <AntdProvider>
      <Rules />
    </AntdProvider>
  )
}

function Rules() {
  const translate = useTranslations('alarms.rules')
  const [address, change] = useListAddress('/sensoralarm/rules', rulesAddress)
  const mayAdd = useMayAdd()
  const interrupted = useInterrupted<EditedRule>(ruleForm)
  const [edited, setEdited] = useState<EditedRule | null>(interrupted ?? null)
  const [removed, setRemoved] = useState<ListedRule | null>(null)
  const add = () => setEdited({ base: null, draft: newDraft() })
  const actions = {
    onEdit: (rule: ListedRule) => setEdited({ base: rule, draft: rule }),
    onCopy: (rule: ListedRule) =>
      setEdited({ base: null, draft: copyOf(rule, translate('copyOf', { name: rule.name })) }),
    onRemove: setRemoved,
  }
  return (
    <section className="panel alarm-rules" aria-labelledby="alarm-rules-title">
      <header className="panel-head alarm-rules-head">
        <h2 id="alarm-rules-title">{translate('title')}</h2>
        <div className="segmented" role="group" aria-label={translate('tabs')}>
          {ruleTabs
            .filter((tab) => mayAdd || tab !== 'advice')
            .map((tab) => (
              <button
                key={tab}
                type="button"
                aria-pressed={tab === address.tab}
                onClick={() => change({ tab, search: '' })}
              >
                {translate(`tab.${tab}`)}
              </button>
            ))}
        </div>
        {mayAdd && (
          <Button type="primary" icon={<Icon name="plus" />} onClick={add}>
            {translate('add')}
          </Button>
        )}
      </header>
      {address.tab === 'rules' && (
        <RulesList
          address={address}
          onChange={change}
          actions={actions}
          {...(mayAdd && { onAdd: add })}
        />
      )}
      {address.tab === 'own' && (
        <OwnLimits
          address={address}
          onChange={change}
          {...(mayAdd && { onReplace: (draft) => setEdited({ base: null, draft }) })}
        />
      )}
      {address.tab === 'advice' && mayAdd && <AdviceList onApply={setEdited} />}
      {edited !== null && (
        <RuleDrawer
          edited={edited}
          isRestored={edited === interrupted || edited.isTried === true}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && <RemoveRuleDialog rule={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}
