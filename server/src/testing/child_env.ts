/** What every child process needs of this one: where programs are, and what makes the program load sooner. */
export function childEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  return {
    PATH,
    NODE_NO_WARNINGS: '1',
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}),
  }
}
