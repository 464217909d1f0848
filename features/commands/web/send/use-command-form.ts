import { useState } from 'react'
import type { OfferedTarget, Command } from '#features/commands/contract/routes.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { useSendCommand, historyQuery, useRenewedTargets } from '../query-commands.ts'
import { useCommandFailure } from './use-command-failure.ts'
import { useReadEntry, type Entry } from './value-field.tsx'
import { useQuery } from '@tanstack/react-query'

/** The command that was sent here, as it is now. */
export function useSent(lesiId: string, id: string | null) {
  const [reply, show] = useState<Command | null>(null)
  const history = useQuery({ ...historyQuery(lesiId, 1), enabled: reply !== null })
  const newest = history.data?.data.find((command) => command.id === id)
  const command = reply && (newest ?? reply)
  useRenewedTargets(command?.outcome ?? null)
  return { command, show }
}

/** What was entered, whether it is confirmed, and what became of it. */
export function useCommandForm(lesiId: string, target: OfferedTarget) {
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
