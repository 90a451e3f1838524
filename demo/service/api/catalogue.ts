export {
  endpointOf,
  sectionOf,
  serviceEndpoints as endpoints,
} from '../../../src/services/contract/catalogue.ts';
