import { useCallback } from 'react'
import type { FailureReport } from '#features/connectors/contract/connector.ts'
import { OpcUaFound, type OpcUaRequest } from '#features/connectors/contract/kinds/opcua.ts'
import { browseConnector } from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { useEntries } from '../../form/entries.tsx'

/** What the server at the other end, or the way to it, refused. */
export class BrowseFailure extends Error {
  readonly failure: FailureReport

  constructor(failure: FailureReport) {
    super(failure.detail)
    this.failure = failure
  }
}

type Found<Ask extends OpcUaRequest['ask']> = Extract<OpcUaFound, { found: Ask }>

/**
 * Returns a function that asks the server of the form, with what was entered so far. It rejects
 * with a BrowseFailure, or the ApiError of our own server.
 */
export function useBrowse() {
  const { id, settings, secrets } = useEntries()
  return useCallback(
    async <Ask extends OpcUaRequest['ask']>(
      request: Extract<OpcUaRequest, { ask: Ask }>,
    ): Promise<Found<Ask>> => {
      const draft = { kind: 'opcua', id, settings: { ...settings, items: [] }, secrets }
      const { data } = await call(browseConnector, { body: { ...draft, request } })
      if (data.failure) throw new BrowseFailure(data.failure)
      return OpcUaFound.parse(data.found) as Found<Ask>
    },
    [id, settings, secrets],
  )
}
