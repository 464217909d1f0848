import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  configureCommands,
  listCommands,
  readCommands,
  sendCommand,
  type Command,
  type CommandSettings,
} from '#features/commands/contract/routes.ts'
import type { CommandValue } from '#kit/model/device-command.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'

const renewMs = 5_000
/** While a command is under way somebody looks at the screen and waits. */
const waitingMs = 500
export const historyPageSize = 5

/** What can be commanded at a device. The screen shows failures. */
export const commandsQuery = (lesiId: string, search: string) =>
  queryOptions({
    ...queryOf(readCommands, { params: { lesiId }, query: { search } }),
    select: replyData,
    refetchInterval: renewMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** A page of the commands to a device, asked for often while one of them is under way. */
export const historyQuery = (lesiId: string, page: number) =>
  queryOptions({
    ...queryOf(listCommands, {
      params: { lesiId },
      query: { page: String(page), limit: String(historyPageSize) },
    }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ outcome }) => outcome === null) ? waitingMs : renewMs,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

interface Confirmed {
  readonly id: string
  readonly protocol: string
  readonly target: string
  readonly value: CommandValue
}

/** Sends a command that a person has just confirmed. The dialog shows failures. */
export function useSendCommand(lesiId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (command: Confirmed) => {
      const body = { ...command, confirmedAt: serverClock.now() }
      return call(sendCommand, { params: { lesiId }, body })
    },
    onSettled: () => void invalidate(client, listCommands),
  })
}

/** With its outcome the device shows other values: what is sent next begins from these. */
export function useRenewedTargets(outcome: Command['outcome']): void {
  const client = useQueryClient()
  useEffect(() => {
    if (outcome !== null) void invalidate(client, readCommands)
  }, [client, outcome])
}

/** Switches commands on or off, and says what the device takes. The dialog shows failures. */
export function useConfigureCommands(lesiId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: CommandSettings) => call(configureCommands, { params: { lesiId }, body }),
    onSuccess: () => invalidate(client, readCommands),
  })
}
