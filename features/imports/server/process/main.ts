import { answerRequests } from '#kit/server/process/answer-requests.ts'
import { FileRefusal } from '../file/row.ts'
import { FileReader } from './file-reader.ts'
import type { Answer, ReaderRequest } from './messages.ts'

const reader = new FileReader()

answerRequests<ReaderRequest, Answer>(
  (request) => reader.execute(request),
  (error) => ({
    type: 'failed',
    reason: error instanceof FileRefusal ? error.failure : 'defect',
    message: (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(
      0,
      2_000,
    ),
  }),
)
