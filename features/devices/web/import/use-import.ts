import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkImport, importDevices } from '#features/devices/contract/import.ts'
import { listRegistry } from '#features/devices/contract/registry.ts'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

/** The text of a file; null when it is not UTF-8. */
export async function readTable(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}

/** A call about a file: its answer, or why the file as a whole was refused. */
function useFileCall<Input, Result>(ask: (input: Input) => Promise<Result>) {
  const [result, setResult] = useState<Result | null>(null)
  const [refusal, setRefusal] = useState<FieldError | null>(null)
  const { mutate, isPending } = useMutation({ meta: { quiet: true }, mutationFn: ask })
  const reset = () => {
    setResult(null)
    setRefusal(null)
  }
  const run = (input: Input) => {
    reset()
    mutate(input, {
      onSuccess: setResult,
      onError: (error) => {
        const reason = error instanceof ApiError ? error.errors['csv']?.[0] : undefined
        if (reason) setRefusal(reason)
        else void showFailure(error)
      },
    })
  }
  return { result, refusal, isPending, run, reset }
}

/** What is wrong with each line; nothing is stored. */
export function useCheckImport() {
  return useFileCall(async (csv: string) => (await call(checkImport, { body: { csv } })).data)
}

interface Import {
  readonly csv: string
  readonly lines: 'all' | 'good'
}

/** Adds all devices of the file, or those of its good lines. */
export function useImportDevices() {
  const client = useQueryClient()
  return useFileCall(async (body: Import) => {
    const { data } = await call(importDevices, { body })
    void invalidate(client, listRegistry)
    return data
  })
}
