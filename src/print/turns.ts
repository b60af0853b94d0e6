interface OfClient {
  readonly client: string
}

/** Jobs that wait: clients in turn, the jobs of each in order. */
export class Turns<Job extends OfClient> {
  /** Never empty; the client whose turn is next comes first. */
  readonly #byClient = new Map<string, Job[]>()

  add(job: Job): void {
    const jobs = this.#byClient.get(job.client)
    if (jobs === undefined) this.#byClient.set(job.client, [job])
    else jobs.push(job)
  }

  /** The first job of the next client, among the clients whose first job is accepted. */
  next(accepts: (job: Job) => boolean = () => true): Job | undefined {
    for (const [job] of this.#byClient.values()) if (accepts(job!)) return job
    return undefined
  }

  remove(job: Job): void {
    const jobs = this.#byClient.get(job.client)!
    jobs.splice(jobs.indexOf(job), 1)
    if (jobs.length === 0) this.#byClient.delete(job.client)
  }

  /** The client has had its turn: it comes after all others, those that came during its turn included. */
  end(client: string): void {
    const jobs = this.#byClient.get(client)
    if (jobs === undefined) return
    this.#byClient.delete(client)
    this.#byClient.set(client, jobs)
  }

  /** All jobs; none waits any longer. */
  clear(): Job[] {
    const all = [...this.#byClient.values()].flat()
    this.#byClient.clear()
    return all
  }
}
