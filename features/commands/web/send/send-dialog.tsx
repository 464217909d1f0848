import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Command, OfferedTarget } from '#features/commands/contract/routes.ts'
import type { CommandValue } from '#kit/model/device-command.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { historyQuery, useRenewedTargets, useSendCommand } from '../query-commands.ts'
import { useCommandWords } from '../use-command-words.ts'
import { SentCommand } from './sent-command.tsx'
import { useCommandFailure } from './use-command-failure.ts'
import { useReadEntry, ValueField, type Entry } from './value-field.tsx'

interface SendDialogProps {
  readonly device: { readonly lesiId: string; readonly name: string }
  readonly target: OfferedTarget
  readonly onClose: () => void
}

/**
 * A new value is written down, confirmed by a mark of its own and sent by a press: no single key
 * sends anything. The outcome is shown where it was sent.
 */
export function SendDialog({ device, target, onClose }: SendDialogProps) {
  const translate = useTranslations('commands')
  const form = useCommandForm(device.lesiId, target)
  const { sent } = form
  const clear = useUnsaved('command', form.entry !== null && !sent, () => null)
  const close = () => {
    clear()
    onClose()
  }
  return (
    <Modal
      open
      title={translate('send.title', { name: isolated(device.name) })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{translate(sent ? 'send.close' : 'send.cancel')}</Button>
          {!sent && (
            <Button
              type="primary"
              danger
              disabled={form.value === null || !form.isConfirmed}
              loading={form.isPending}
              onClick={form.send}
            >
              {translate('send.send')}
            </Button>
          )}
        </>
      }
    >
      {sent ? (
        <SentCommand command={sent} />
      ) : (
        <>
          <ValueField
            target={target}
            entry={form.entry}
            problem={form.problem}
            isDisabled={form.isPending}
            onChange={form.change}
          />
          <Summary device={device} target={target} value={form.value} />
          <Checkbox
            checked={form.isConfirmed}
            disabled={form.value === null || form.isPending}
            onChange={({ target: { checked } }) => form.confirm(checked)}
          >
            {translate('send.confirm')}
          </Checkbox>
          {form.failure !== null && (
            <p className="command-problem" role="alert">
              {form.failure}
            </p>
          )}
        </>
      )}
    </Modal>
  )
}

/** What was entered, whether it is confirmed, and what became of it. */
function useCommandForm(lesiId: string, target: OfferedTarget) {
  const [entry, setEntry] = useState<Entry>(null)
  /** Of the command that was confirmed; null: none is. */
  const [id, setId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useSendCommand(lesiId)
  const { command, show } = useSent(lesiId, id)
  const failureText = useCommandFailure()
  const read = useReadEntry(target)(entry)
  const value = 'value' in read ? read.value : null
  return {
    ...{ entry, value, failure, isPending, sent: command },
    problem: 'problem' in read ? read.problem : null,
    isConfirmed: id !== null,
    change(next: Entry) {
      setEntry(next)
      setId(null)
      setFailure(null)
    },
    confirm: (isConfirmed: boolean) => setId(isConfirmed ? randomUuid() : null),
    send() {
      if (value === null || id === null || isPending) return
      setFailure(null)
      mutate(
        { id, protocol: target.protocol, target: target.id, value },
        { onSuccess: ({ data }) => show(data), onError: (error) => setFailure(failureText(error)) },
      )
    },
  }
}

/** The command that was sent here, as it is now. */
function useSent(lesiId: string, id: string | null) {
  const [reply, show] = useState<Command | null>(null)
  const history = useQuery({ ...historyQuery(lesiId, 1), enabled: reply !== null })
  const newest = history.data?.data.find((command) => command.id === id)
  const command = reply && (newest ?? reply)
  useRenewedTargets(command?.outcome ?? null)
  return { command, show }
}

interface SummaryProps {
  readonly device: SendDialogProps['device']
  readonly target: OfferedTarget
  readonly value: CommandValue | null
}

/** Which device, what of it, from which value to which. */
function Summary({ device, target, value }: SummaryProps) {
  const translate = useTranslations('commands.send')
  const words = useCommandWords()
  const { name, unit, type, current } = target
  const lines = [
    ['device', `${isolated(device.name)} · ${device.lesiId}`],
    ['target', isolated(name)],
    ...(type === 'trigger'
      ? []
      : ([
          ['before', words.value(current, unit)],
          ['after', words.value(value, unit)],
        ] as const)),
  ] as const
  return (
    <dl className="command-summary">
      {lines.map(([key, text]) => (
        <div key={key}>
          <dt>{translate(key)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
