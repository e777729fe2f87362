import { effectiveSettings } from '../config.ts';
import type { AllCommands } from './command.ts';
import { deliveryCommands } from './deliveries.ts';
import { partnerCommands } from './partners.ts';
import { serviceCommands } from './service.ts';

/** All commands, in the order in which `--help` lists them. */
export const COMMANDS: AllCommands = {
  ...partnerCommands,
  ...deliveryCommands,
  ...serviceCommands,
  'config check': {
    summary: 'Check the settings, and show their values without secrets',
    options: ['json'],
    runOffline: effectiveSettings,
  },
};
