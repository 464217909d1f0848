interface Taken<Answer> {
  /** Whether the answer is still to the question that stands on the screen. */
  readonly isOfScreen: () => boolean
  readonly onAnswer: (answer: Answer) => void
  readonly onFailure: (failure: unknown) => void
}

/** Answers of which the last one alone counts, and none after `drop`. */
export function latestAnswer() {
  let asked = 0
  return {
    drop: () => void asked++,
    take<Answer>(answer: Promise<Answer>, taken: Taken<Answer>): Promise<void> {
      const own = ++asked
      const counts = () => own === asked && taken.isOfScreen()
      return answer.then(
        (given) => {
          if (counts()) taken.onAnswer(given)
        },
        (failure: unknown) => {
          if (counts()) taken.onFailure(failure)
        },
      )
    },
  }
}
