import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { RecordPages, RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { OwnLimitRule } from '../../../contract/rule-routes.ts'
import { draftOfOwnLimit, type RuleDraft } from '../form/draft.ts'
import type { RulesAddress, rulesAddress } from '../rules-address.ts'
import { RulePriorityMark } from '../words/rule-priority.tsx'
import { ownLimitsQuery } from './query-rules.ts'

interface OwnLimitsProps {
  readonly address: RulesAddress
  readonly onChange: ChangeAddress<typeof rulesAddress>
  /** Left out where the person may make no rules. */
  readonly onReplace?: (draft: RuleDraft) => void
}

/** The limits of sensors that are rules by themselves. */
export function OwnLimits({ address, onChange, onReplace }: OwnLimitsProps) {
  const translate = useTranslations('alarms.rules')
  const list = useQuery(ownLimitsQuery(address))
  const columns = useColumns(onReplace)
  return (
    <>
      <div className="alarm-rules-tools" role="search">
        <SearchField
          className="alarm-rules-search"
          mark={<Icon name="search" />}
          text={address.search}
          label={translate('searchSensor')}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
        <p className="alarm-rules-note">{translate('ownText')}</p>
      </div>
      {list.isError && list.data === undefined ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="alarm-rules-records">
          <RecordTable<OwnLimitRule>
            label={translate('tab.own')}
            columns={columns}
            rows={list.data?.data}
            rowKey={({ sensor, side }) => `${sensor.thing} ${side} ${sensor.key}`}
            isOutdated={list.isPlaceholderData}
            empty={
              <Notice icon="search" title={translate('noOwn')}>
                <p>{translate('noOwnText')}</p>
              </Notice>
            }
          />
        </div>
      )}
      <RecordPages {...address} total={list.data?.meta.total ?? 0} onChange={onChange} />
    </>
  )
}

function useColumns(onReplace: OwnLimitsProps['onReplace']): readonly RecordColumn<OwnLimitRule>[] {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  return [
    {
      key: 'priority',
      title: translate('column.priority'),
      width: 84,
      card: 'head',
      render: () => <RulePriorityMark key="priority" priority={2} />,
    },
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
      key: 'condition',
      title: translate('rules.column.condition'),
      render: ({ side, limit, sensor }) =>
        translate(side === 'upper' ? 'rules.says.above' : 'rules.says.below', {
          limit: `${number(limit, sensor.decimals)} ${sensor.unit}`.trim(),
        }),
    },
    {
      key: 'source',
      title: translate('rules.column.source'),
      render: ({ side, replacedBy }) =>
        replacedBy === null
          ? translate(side === 'upper' ? 'ownUpper' : 'ownLower')
          : translate('rules.replacedBy', { name: replacedBy }),
    },
    {
      key: 'actions',
      title: translate('column.actions'),
      isTitleHidden: true,
      align: 'right',
      card: 'bare',
      render: (own) =>
        onReplace && own.replacedBy === null ? (
          <Button
            size="small"
            aria-label={translate('rules.replaceOf', { name: own.sensor.alias })}
            onClick={() => onReplace(draftOfOwnLimit(own))}
          >
            {translate('rules.replace')}
          </Button>
        ) : null,
    },
  ]
}
