import type { AbuseCase } from '../abuse-case.ts'
import { heldMessages } from './held-messages.ts'
import { inventedKeys } from './invented-keys.ts'
import { longDocuments } from './long-documents.ts'
import { oldReadings } from './old-readings.ts'
import { questionsOfOne } from './questions-of-one.ts'
import { unfinishedRequests } from './unfinished-requests.ts'
import { unreadReplies } from './unread-replies.ts'
import { willsAndIdentifiers } from './wills-and-identifiers.ts'

export const abuseCases: readonly AbuseCase[] = [
  unfinishedRequests,
  heldMessages,
  willsAndIdentifiers,
  longDocuments,
  unreadReplies,
  oldReadings,
  questionsOfOne,
  inventedKeys,
]
