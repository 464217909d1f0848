import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { RecordPages, RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { ListedRule } from '../../../contract/rule-routes.ts'
import type { RulesAddress, rulesAddress } from '../rules-address.ts'
import { rulesQuery } from './query-rules.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { RuleFilters } from './rule-filters.tsx'
import type { RuleActions } from './rule-menu.tsx'

interface RulesListProps {
  readonly address: RulesAddress
  readonly onChange: ChangeAddress<typeof rulesAddress>
  readonly actions: RuleActions
  /** Left out where the person may make no rules. */
  readonly onAdd?: () => void
}

/** The rules that people made, page by page. */
export function RulesList({ address, onChange, actions, onAdd }: RulesListProps) {
  const list = useQuery(rulesQuery(address))
  const columns = useRuleColumns(actions)
  const translate = useTranslations('alarms.rules')
  return (
    <>
      <RuleFilters {...{ address, onChange }} />
      {list.isError && list.data === undefined ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="alarm-rules-records">
          <RecordTable<ListedRule>
            label={translate('title')}
            columns={columns}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            isOutdated={list.isPlaceholderData}
            empty={<NoRules {...{ address, onChange }} {...(onAdd && { onAdd })} />}
          />
        </div>
      )}
      <RecordPages {...address} total={list.data?.meta.total ?? 0} onChange={onChange} />
    </>
  )
}

function NoRules({ address, onChange, onAdd }: Omit<RulesListProps, 'actions'>) {
  const translate = useTranslations('alarms.rules')
  const { search, kind, priority, enabled } = address
  if (search !== '' || kind !== null || priority !== null || enabled !== null)
    return (
      <Notice
        icon="search"
        title={translate('noneFound')}
        action={
          <Button
            onClick={() => onChange({ search: '', kind: null, priority: null, enabled: null })}
          >
            {translate('showAll')}
          </Button>
        }
      />
    )
  return (
    <Notice
      icon="bell"
      title={translate('none')}
      action={
        onAdd && (
          <Button type="primary" icon={<Icon name="plus" />} onClick={onAdd}>
            {translate('add')}
          </Button>
        )
      }
    >
      <p>{translate('noneText')}</p>
    </Notice>
  )
}
