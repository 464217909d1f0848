import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumListed, type OfferedTarget } from '#features/commands/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import type { DeviceSectionProps } from '#kit/web/device-sections.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { CommandHistory } from './command-history.tsx'
import { commandsQuery } from './query-commands.ts'
import { SendDialog } from './send/send-dialog.tsx'
import { SettingsDialog } from './settings/settings-dialog.tsx'
import { TargetRow } from './target-row.tsx'
import './commands.css'

/** So few are looked through without a search. */
const searchFrom = 8

/** What can be commanded at a device, and what was. */
export default function CommandsSection({ lesiId, name }: DeviceSectionProps) {
  const translate = useTranslations('commands')
  const [search, setSearch] = useState('')
  const commands = useQuery(commandsQuery(lesiId, useDebounced(search, 300)))
  const [isConfiguring, setConfiguring] = useState(false)
  const [chosen, setChosen] = useState<OfferedTarget | null>(null)
  const { data } = commands
  if (commands.isError && data === undefined)
    return <FailureNotice error={commands.error} onRetry={() => void commands.refetch()} />
  if (!data) return <div className="skeleton area command-waiting" aria-hidden="true" />
  if (!data.settings.enabled && !data.mayConfigure) return null
  return (
    <section className="commands">
      <h3>
        {translate('title')}
        {data.mayConfigure && (
          <Button
            size="small"
            icon={<Icon name="settings" size={14} />}
            onClick={() => setConfiguring(true)}
          >
            {translate('configure')}
          </Button>
        )}
      </h3>
      {!data.settings.enabled && <p className="device-none">{translate('off')}</p>}
      {data.settings.enabled && !data.maySend && (
        <p className="device-none">{translate('noPermission')}</p>
      )}
      {data.settings.enabled && data.total === 0 && search === '' && (
        <p className="device-none">{translate('nothing')}</p>
      )}
      {(data.total > searchFrom || search !== '') && (
        <Input
          allowClear
          value={search}
          aria-label={translate('search')}
          placeholder={translate('search')}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul className="command-targets">
        {data.targets.map((target) => (
          <TargetRow
            key={`${target.protocol} ${target.id}`}
            target={target}
            maySend={data.maySend}
            onChoose={() => setChosen(target)}
          />
        ))}
      </ul>
      {data.total > maximumListed && (
        <p className="device-none">{translate('more', { count: data.total - maximumListed })}</p>
      )}
      <CommandHistory lesiId={lesiId} />
      {chosen && (
        <SendDialog device={{ lesiId, name }} target={chosen} onClose={() => setChosen(null)} />
      )}
      {isConfiguring && (
        <SettingsDialog
          lesiId={lesiId}
          settings={data.settings}
          onClose={() => setConfiguring(false)}
        />
      )}
    </section>
  )
}
